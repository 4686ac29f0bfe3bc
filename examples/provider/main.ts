import { readFile } from 'node:fs/promises'
import { checkManifest } from '#protocol/manifest/manifest.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import { openKeyFile } from '#providers/kit/resources/key-file.ts'
import { greeter } from './greeter.ts'

// Usage: node main.ts manifest.json. Runs an add-on provider service.
const { PORT = '9000', HOST = '127.0.0.1', FOLDER = 'resources' } = process.env
const { ADDRESS = `http://localhost:${PORT}` } = process.env

const text = await readFile(process.argv[2] ?? 'manifest.json', 'utf8')
const { manifest, problems } = checkManifest(JSON.parse(text), { loopbackProduction: true })
for (const { severity, path, sentence } of problems)
  console.error(`${severity}: ${path}: ${sentence}`)
if (!manifest) process.exit(1)

const service = greeter(manifest, ADDRESS, await openFileLedger(FOLDER, await openKeyFile(`${FOLDER}.key`)))
const { port } = await service.listen(Number(PORT), HOST)
console.log(`Greeter listens on http://${HOST}:${port}`)
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void service.close())
