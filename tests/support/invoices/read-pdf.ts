import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** What poppler's programs read in a PDF: tools of others, so that our own mistakes are not read back as they were written. */
export interface ReadPdf {
  /** Text of each page, with its columns. */
  pages: readonly string[]
  /** The attached XML invoice. */
  xml: string
  /** Names of embedded fonts; `undefined` if one is not embedded. */
  fonts: readonly string[] | undefined
}

const timeout = 300_000

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-pdf-'))
  try {
    const [file, attachment] = [join(folder, 'a.pdf'), join(folder, 'factur-x.xml')]
    await writeFile(file, bytes)
    const text = await runOrThrow(['pdftotext', '-layout', file, '-'], { timeout })
    await runOrThrow(['pdfdetach', '-save', '1', '-o', attachment, file], { timeout })
    const fonts = (await runOrThrow(['pdffonts', file], { timeout })).trimEnd().split('\n').slice(2)
    return {
      pages: text.split('\f').slice(0, -1),
      xml: await readFile(attachment, 'utf8'),
      fonts: fonts.every((line) => / yes yes yes /.test(line))
        ? fonts.map((line) => line.split(/[+\s]/)[1] ?? '')
        : undefined,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Texts of all elements of a name. */
export const elementTexts = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g')), ([, text]) =>
    unescaped(text ?? ''),
  )

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Text of a PDF without attachments. */
export const readPdfText = (bytes: Uint8Array): Promise<string> =>
  runOrThrow(['pdftotext', '-layout', '-', '-'], { timeout, input: Buffer.from(bytes) })
