import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInvoiceDocuments } from '#documents/invoice-documents.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { sampleInvoice } from '#tests/support/invoices/sample-invoices.ts'

/**
 * Writes the picture of `docs/guides/invoices.md`. Run by hand after a change of the page (`node docs/invoice-picture.ts`), not with the generated pages:
 * each version of poppler draws letters a little differently.
 */
if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-picture-'))
  try {
    const file = join(folder, 'invoice.pdf')
    await writeFile(
      file,
      await createInvoiceDocuments().pdf(sampleInvoice({ discountPercent: '5' })),
    )
    await runOrThrow(
      ['pdftoppm', '-r', '96', '-singlefile', '-png', file, join(folder, 'invoice')],
      { timeout: 30_000 },
    )
    const picture = join(import.meta.dirname, 'pictures/invoice.png')
    await writeFile(picture, await readFile(join(folder, 'invoice.png')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
