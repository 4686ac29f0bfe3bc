import { facturXMetadata } from '#documents/xml/factur-x-metadata.ts'
import type { Paper } from './paper.ts'

const fileName = 'factur-x.xml'

/**
 * Attaches the XML form as an associated file of the document. By hand, because pdfkit's `file` computes a checksum, which is optional,
 * with a digest in JavaScript.
 */
export function attachFacturX(paper: Paper, xml: string, issuedAt: number): void {
  const { doc } = paper
  const date = new Date(issuedAt)
  const file = paper.stream(xml, {
    Type: 'EmbeddedFile',
    Subtype: 'text#2Fxml',
    Params: { CreationDate: date, ModDate: date, Size: Buffer.byteLength(xml) },
  })
  const specification = doc.ref({
    Type: 'Filespec',
    // What the page says in another form.
    AFRelationship: 'Alternative',
    F: new String(fileName),
    UF: new String(fileName),
    Desc: new String('Machine-readable invoice (Factur-X, EN 16931)'),
    EF: { F: file, UF: file },
  })
  specification.end()
  doc.addNamedEmbeddedFile(fileName, specification)
  doc._root.data.AF = [specification]
  doc.appendXML(facturXMetadata)
}
