// Looks whether a page of the built documentation cuts off code or tables at 1,280 pixels: node test/site.mjs FOLDER

import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const WIDTH = 1280;
const folder = path.resolve(process.argv[2]);
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } });
let clipped = 0;
for (const name of pages) {
  await page.goto(pathToFileURL(path.join(folder, name)).href);
  const found = await page.evaluate(() => {
    const shown = [...document.querySelectorAll(".md-content pre > code, .md-content .md-typeset__scrollwrap, .md-content")];
    return shown.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0).map((each) => {
      const lines = each.textContent.trim().split("\n");
      const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), "");
      return `${each.scrollWidth - each.clientWidth} px of <${each.tagName.toLowerCase()}>: ${longest.slice(0, 140)}`;
    });
  });
  for (const each of found) console.log(`${name}: ${each}`);
  clipped += found.length;
}
await browser.close();
console.log(pages.length < 40 ? `only ${pages.length} pages in ${folder}` : `${pages.length} pages, ${clipped} places that are cut off`);
process.exit(clipped === 0 && pages.length >= 40 ? 0 : 1);
