import { readdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/**
 * Writes the modules of a folder to another one as JavaScript: `to-javascript.ts <from> <to>`. A program of its own, so that Node's
 * warning about the experimental function does not stand in the log of the server.
 */
const [from = '', to = ''] = process.argv.slice(2)
for (const name of await readdir(from)) {
  if (!/^[a-z-]+\.ts$/.test(name)) continue
  const text = stripTypeScriptTypes(await readFile(join(from, name), 'utf8'))
  const script = text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'")
  await writeFile(join(to, name.replace(/\.ts$/, '.js')), script)
}
