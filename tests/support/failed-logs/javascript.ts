import type { Sample } from './sample.ts'

/** Output of the programs themselves, shortened; registries and folders are those of nobody. */
export const javascriptSamples: readonly Sample[] = [
  {
    name: 'tsc behind npm',
    log: `
> shop@1.0.0 build
> tsc -p .

src/cart.ts(3,9): error TS2322: Type 'number' is not assignable to type 'string'.
src/cart.ts(4,10): error TS2552: Cannot find name 'summ'. Did you mean 'sum'?
npm error Lifecycle script \`build\` failed with error:
npm error code 2`,
    found: [
      'TypeScript',
      'src/cart.ts:3:9',
      "TS2322: Type 'number' is not assignable to type 'string'.",
    ],
  },
  {
    name: 'tsc with colours',
    log: `\u001b[96msrc/cart.ts\u001b[0m:\u001b[93m3\u001b[0m:\u001b[93m9\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0mType 'number' is not assignable to type 'string'.

\u001b[7m3\u001b[0m   const sum: string = n * price
\u001b[7m \u001b[0m \u001b[91m        ~~~\u001b[0m


Found 1 error in src/cart.ts\u001b[90m:3\u001b[0m`,
    found: [
      'TypeScript',
      'src/cart.ts:3:9',
      "TS2322: Type 'number' is not assignable to type 'string'.",
    ],
  },
  {
    name: 'tsc without a file',
    log: `error TS18003: No inputs were found in config file '/home/app/app_1/tsconfig.json'. Specified 'include' paths were '["src"]'.`,
    found: ['TypeScript', '', /^TS18003: No inputs were found/],
  },
  {
    name: 'vite: a syntax error',
    log: `vite v5.4.21 building for production...
transforming...
✓ 3 modules transformed.
x Build failed in 43ms
error during build:
main.js (1:10): Expression expected
file: /home/app/app_1/main.js:1:10

1: const x = ;
             ^

    at getRollupError (file:///home/app/app_1/node_modules/rollup/dist/es/shared/parseAst.js:355:41)`,
    found: ['Vite', 'main.js:1:10', 'Expression expected'],
  },
  {
    name: 'vite: a missing file',
    log: `x Build failed in 51ms
error during build:
Could not resolve "./nope.js" from "main.js"
file: /home/app/app_1/main.js
    at getRollupError (file:///home/app/app_1/node_modules/rollup/dist/es/shared/parseAst.js:355:41)`,
    found: ['Vite', 'main.js', 'Could not resolve "./nope.js" from "main.js"'],
  },
  {
    name: 'esbuild',
    log: `✘ [ERROR] Unexpected ";"

    main.js:1:10:
      1 │ const x = ;
        ╵           ^

1 error`,
    found: ['esbuild', 'main.js:1:10', 'Unexpected ";"'],
  },
  {
    name: 'webpack',
    log: `asset main.js 1.1 KiB [emitted] (name: main)
ERROR in ./src/index.js 1:0-22
Module not found: Error: Can't resolve './nope.js' in '/home/app/app_1/src'

webpack 5.97.1 compiled with 1 error in 92 ms`,
    found: [
      'webpack',
      'src/index.js:1:0',
      "Module not found: Error: Can't resolve './nope.js' in '/home/app/app_1/src'",
    ],
  },
  {
    name: 'next',
    log: `   Linting and checking validity of types ...
Failed to compile.

./app/page.tsx:3:9
Type error: Type 'number' is not assignable to type 'string'.

  1 | export default function Page() {`,
    found: ['Next.js', 'app/page.tsx:3:9', "Type 'number' is not assignable to type 'string'."],
  },
  {
    name: 'node: a syntax error',
    log: `/home/app/app_1/server.js:1
const x = ;
          ^

SyntaxError: Unexpected token ';'
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)
    at Module._compile (node:internal/modules/cjs/loader:1495:20)

Node.js v20.20.2`,
    found: ['Node.js', 'server.js:1', "SyntaxError: Unexpected token ';'"],
  },
  {
    name: 'node: a missing package',
    log: `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module 'no-such-module'
Require stack:
- /home/app/app_1/lib/b.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at require (node:internal/modules/helpers:182:18)
    at Object.<anonymous> (/home/app/app_1/lib/b.js:1:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/home/app/app_1/lib/b.js' ]
}`,
    found: ['Node.js', 'lib/b.js:1:1', "Error: Cannot find module 'no-such-module'"],
    advice: /^Add no-such-module to "dependencies"/,
  },
  {
    name: 'node: an ES module that is missing',
    log: `node:internal/modules/esm/resolve:283
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/app/app_1/nope.js' imported from /home/app/app_1/d.mjs
    at finalizeResolution (node:internal/modules/esm/resolve:283:11)
    at ModuleLoader.resolve (node:internal/modules/esm/loader:640:38)`,
    found: ['Node.js', 'd.mjs', /^Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module/],
    advice: /^The file is not there/,
  },
  {
    name: 'node: an exception',
    log: `/home/app/app_1/c.js:2
  return undefined.x
                   ^

TypeError: Cannot read properties of undefined (reading 'x')
    at f (/home/app/app_1/c.js:2:20)
    at Object.<anonymous> (/home/app/app_1/c.js:4:1)`,
    found: ['Node.js', 'c.js:2:20', "TypeError: Cannot read properties of undefined (reading 'x')"],
  },
]
