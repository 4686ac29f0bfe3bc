import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { EmbeddedFont, type PdfObject } from '#documents/fonts/embedded-font.ts'
import type { FontFace } from '#documents/fonts/font-face.ts'
import type { Weight } from '#documents/fonts/font-files.ts'
import type { LineLayout } from '#documents/fonts/line-layout.ts'
import { drawNumberBoxes } from './number-boxes.ts'
import { fillOperator, roundedPath } from './operators.ts'
import { colours, page } from './theme.ts'

export interface PaperText {
  size: number
  weight?: Weight
  /** `#rrggbb`. */
  colour?: string
  /** Figures of equal width. */
  isTabular?: boolean
}

export interface PaperOptions {
  title: string
  createdAt: number
  layout: LineLayout
}

interface PdfPage {
  fonts: Record<string, unknown>
  content: unknown
  dictionary: { data: Record<string, unknown> }
}

/** pdfkit's document, with members that its types leave out. */
export type PdfDocument = Omit<PDFKit.PDFDocument, 'page' | 'ref'> & {
  page: PdfPage
  ref(data: object): PdfObject
  addNamedEmbeddedFile(name: string, specification: unknown): void
  _root: { data: Record<string, unknown> }
}

interface Sheet {
  page: PdfPage
  operators: string[]
  fonts: Set<EmbeddedFont>
}

/**
 * A PDF/A-3 document under construction. Positions are points from the upper left corner; texts stand on their baseline. pdfkit
 * makes the file with its pages, images, metadata and attachments; the operators of texts and shapes are written here, in a third of the time.
 */
export class Paper {
  readonly doc: PdfDocument
  readonly #layout: LineLayout
  readonly #fonts = new Map<FontFace, EmbeddedFont>()
  readonly #sheets: Sheet[] = []
  #sheet: Sheet

  constructor({ title, createdAt, layout }: PaperOptions) {
    this.#layout = layout
    const options = {
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      // What is worth it is compressed here; fonts and the colour profile are small and dense.
      compress: false,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      lang: 'en',
      displayTitle: true,
      font: '',
      // pdfkit copies these into the metadata without escaping: no text of a customer.
      info: {
        Title: title,
        Creator: 'Berth',
        Producer: 'Berth',
        CreationDate: new Date(createdAt),
      },
    }
    this.doc = new PDFDocument(options as PDFKit.PDFDocumentOptions) as unknown as PdfDocument
    this.#sheet = this.#addSheet()
  }

  get pageCount(): number {
    return this.#sheets.length
  }

  addPage(): void {
    this.doc.addPage()
    this.#sheet = this.#addSheet()
  }

  /** Draws on an earlier page from now on. */
  switchToPage(index: number): void {
    this.#sheet = this.#sheets[index] ?? this.#sheet
  }

  widthOf(text: string, { size, weight = 'regular', isTabular = false }: PaperText): number {
    return this.#layout(text, weight, isTabular).width * size
  }

  /** Draws one line and returns its width. */
  text(text: string, x: number, baseline: number, style: PaperText): number {
    const { size, weight = 'regular', colour = colours.ink, isTabular = false } = style
    const { parts, width } = this.#layout(text, weight, isTabular)
    let at = x
    let shown = ''
    for (const part of parts) {
      if ('face' in part) {
        // The page is upside down for pdfkit, so that letters are turned back.
        shown += `1 0 0 -1 ${at.toFixed(2)} ${baseline.toFixed(2)} Tm `
        shown += `${this.#fontOf(part.face).show(part.shaped, size)} `
      } else {
        drawNumberBoxes(this, part.missing, { x: at, baseline, size, colour })
      }
      at += part.width * size
    }
    if (shown !== '') this.draw(`BT ${fillOperator(colour)} ${shown}ET`)
    return width * size
  }

  textRight(text: string, x: number, baseline: number, style: PaperText): void {
    this.text(text, x - this.widthOf(text, style), baseline, style)
  }

  rect(x: number, y: number, width: number, height: number, colour: string): void {
    const numbers = [x, y, width, height].map((number) => number.toFixed(2))
    this.draw(`${fillOperator(colour)} ${numbers.join(' ')} re f`)
  }

  roundedRect(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: string,
    radius: number,
  ): void {
    this.draw(`${fillOperator(colour)} ${roundedPath(x, y, width, height, radius)} f`)
  }

  rule(x: number, y: number, width: number, colour = colours.line, thickness = 0.6): void {
    this.rect(x, y - thickness / 2, width, thickness, colour)
  }

  /** Writes operators of PDF. */
  draw(operators: string): void {
    this.#sheet.operators.push(operators)
  }

  /** The finished file. */
  finish(): Promise<Buffer> {
    for (const { page, operators, fonts } of this.#sheets) {
      for (const { id, dictionary } of fonts) page.fonts[id] = dictionary
      page.dictionary.data.Contents = [page.content, this.stream(operators.join('\n'), {})]
    }
    for (const font of this.#fonts.values()) font.embed()
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    this.doc.on('end', () => resolve(Buffer.concat(chunks)))
    this.doc.on('error', reject)
    this.doc.end()
    return promise
  }

  /** A compressed object; at the fastest level, which takes a third of the time of the default one. */
  stream(text: string, entries: object): PdfObject {
    const object = this.doc.ref({ ...entries, Filter: 'FlateDecode' })
    object.end(deflateSync(text, { level: 1 }))
    return object
  }

  #addSheet(): Sheet {
    const sheet: Sheet = { page: this.doc.page, operators: [], fonts: new Set() }
    this.#sheets.push(sheet)
    return sheet
  }

  #fontOf(face: FontFace): EmbeddedFont {
    let font = this.#fonts.get(face)
    if (!font) {
      font = new EmbeddedFont(this.doc, face, `T${this.#fonts.size + 1}`)
      this.#fonts.set(face, font)
    }
    this.#sheet.fonts.add(font)
    return font
  }
}
