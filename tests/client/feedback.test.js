import assert from "node:assert/strict";
import {test} from "node:test";
import {letter, report} from "../../src/wendekreis/web/client/pages/feedback.js";

test("a report has the player's words first, then what there is to know, and when", () => {
  assert.equal(report(" It hangs.\n", ["Browser 1", "a 1, b 2"], new Date("2026-03-10T12:34:56Z")), "It hangs.\n\n-- \nWendekreis, 2026-03-10T12:34Z\nBrowser 1\na 1, b 2\n");
});

test("an e-mail has the report as its text, whatever stands in it, with the line ends of an e-mail", () => {
  const address = letter("mailto:play@example.org", "50 % & more?\n\n– Käthe #1");
  assert.equal(address, "mailto:play@example.org?subject=Wendekreis&body=50%20%25%20%26%20more%3F%0D%0A%0D%0A%E2%80%93%20K%C3%A4the%20%231");
});
