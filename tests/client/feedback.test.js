import assert from "node:assert/strict";
import {test} from "node:test";
import {report} from "../../src/wendekreis/web/client/pages/feedback.js";

test("a report has the player's words first, then what there is to know, and when", () => {
  assert.equal(report(" It hangs.\n", ["Browser 1", "a 1, b 2"], new Date("2026-03-10T12:34:56Z")), "It hangs.\n\n-- \nWendekreis, 2026-03-10T12:34Z\nBrowser 1\na 1, b 2\n");
});
