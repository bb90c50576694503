// Puts the extension into one file, and its README with the pictures in it; says of which packages the file is made.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});

const packages = Object.keys(metafile.inputs).flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
writeFileSync("dist/packages.json", JSON.stringify([...new Set(packages)].sort()));

// Without a public repository there is no address that VS Code could load the pictures from.
const readme = readFileSync("README.md", "utf8").replaceAll(/\]\((\.\.\/docs\/images\/[\w-]+\.png)\)/g, (_, file) => {
  return `](data:image/png;base64,${readFileSync(file).toString("base64")})`;
});
writeFileSync("dist/README.md", readme);
