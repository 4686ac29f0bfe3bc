import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { createJavaToolchain } from '#toolchains/java/java-toolchain.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'
import { createIvyToolchain, createMavenToolchains } from '#toolchains/maven/maven-toolchains.ts'

export interface InvoiceVerdict {
  name: string
  isValid: boolean
  /** Whether veraPDF found it to be PDF/A-3b. */
  isArchivable: boolean
  /** Rules of EN 16931 and Factur-X that it breaks. */
  errors: readonly string[]
}

/** The Mustang project's validator: veraPDF for the document, the Schematron rules of EN 16931 for the XML inside. */
const version = '2.26.0'
const validator = {
  path: `org/mustangproject/Mustang-CLI/${version}/Mustang-CLI-${version}.jar`,
  sha256: '42d7868cb68264874a7b8cab4c3587b03b23ccc7cd72373da917f66758bb9736',
  to: 'mustang.jar',
}

/** Validates documents in one JVM, because its start and the compilation of the rules take most of the time. */
export async function validateInvoices(
  documents: Readonly<Record<string, Uint8Array>>,
): Promise<readonly InvoiceVerdict[]> {
  const java = createJavaToolchain({ folder: toolchainCache })
  const ivy = createIvyToolchain(toolchainCache)
  const launcher = join(import.meta.dirname, 'mustang.sh')
  const tool = createMavenToolchains({
    folder: toolchainCache,
    address: createMavenAddress(undefined, (tool) => (tool.name === 'ivy' ? ivy : java)(tool)),
    java,
    tools: { mustang: { title: 'Mustang', launcher, files: () => [validator] } },
  })
  const [jdk, mustang] = [
    await java({ name: 'java', version: '17' }),
    await tool({ name: 'mustang', version }),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'berth-validate-'))
  try {
    const files = Object.keys(documents).map((name) => join(folder, `${name}.pdf`))
    for (const [name, bytes] of Object.entries(documents))
      await writeFile(join(folder, `${name}.pdf`), bytes)
    const output = await runOrThrow(
      [
        join(jdk, 'bin/java'),
        ...['-XX:TieredStopAtLevel=1', '-cp', join(mustang, 'mustang.jar')],
        ...[join(import.meta.dirname, 'ValidateInvoices.java'), ...files],
      ],
      { timeout: 300_000 },
    )
    return parseReports(output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parseReports = (output: string): InvoiceVerdict[] =>
  Array.from(
    output.matchAll(/^(VALID|INVALID) \S*\/(\S+)\.pdf\n(.*)$/gm),
    ([, word, name = '', report = '']) => ({
      name,
      isValid: word === 'VALID',
      isArchivable: report.includes('flavour=3b') && report.includes('isCompliant=true'),
      errors: Array.from(
        report.matchAll(/<error [^>]*>([^<]*)/g),
        ([, text]) => text?.trim() ?? '',
      ),
    }),
  )
