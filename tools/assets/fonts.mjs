// Copies the latin subsets and their licences from the fontsource packages into the client.
//
//   cd tools/assets && npm install && npm run fonts

import {copyFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), out = join(here, "../../src/wendekreis/web/client/fonts");
const pack = name => dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`));

for (const [name, file, target] of [
  ["vollkorn", "files/vollkorn-latin-wght-normal.woff2", "vollkorn.woff2"],
  ["vollkorn", "files/vollkorn-latin-wght-italic.woff2", "vollkorn-italic.woff2"],
  ["vollkorn", "LICENSE", "OFL-Vollkorn.txt"],
  ["commissioner", "files/commissioner-latin-wght-normal.woff2", "commissioner.woff2"],
  ["commissioner", "LICENSE", "OFL-Commissioner.txt"],
]) copyFileSync(join(pack(name), file), join(out, target));
