import assert from 'node:assert/strict'
import test from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { readPdf } from '#tests/support/invoices/read-pdf.ts'
import { sampleBuyer, sampleInvoice, sampleLine } from '#tests/support/invoices/sample-invoices.ts'
import { linesCsv } from './csv/lines-csv.ts'
import { createInvoiceDocuments } from './invoice-documents.ts'
import { facturX } from './xml/factur-x.ts'

/** Texts that mean something to a browser, an XML parser, a spreadsheet, a PDF reader or a terminal. */
const hostileTexts = [
  `"><script>alert(1)</script><img src=x onerror='1'>`,
  '</style></title><svg/onload=alert(1)>',
  '<!--',
  ']]><evil/><![CDATA[',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '&lol;&#0;&#x1f;&amp;amp;',
  'javascript:alert(1)',
  `=HYPERLINK("http://evil.example","pay here")`,
  `=cmd|' /C calc'!A0`,
  '+1+cmd',
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  '\r\n=1+1',
  '＝1+1',
  '"=1+1',
  'a","=1+1',
  ';=1+1;',
  ') Tj ET endstream endobj 1 0 obj << /JS (app.alert(1)) /S /JavaScript >>',
  '(((((\\\\\\)',
  '\u001b]0;title\u0007\u001b[31mred',
  '\u0000\u0001\u0008\u007f\u0085',
  '\u202egpj.exe\u202c\u2066\u2069\u200f',
  '\ud800 alone \udfff',
  '\ufeff\ufffe\uffff\u{1ffff}',
  'e\u0301\u0301\u0301'.repeat(60),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40),
  'W'.repeat(100_000),
  '%n%s%x{{7*7}}#{7*7}',
  '../../../../etc/passwd',
  "'; drop table invoices; --",
]

/** An invoice that has the text in each field that a customer or a provider may fill. */
const invoiceWith = (text: string) =>
  sampleInvoice({
    buyer: {
      ...sampleBuyer,
      name: text,
      company: text,
      address: text,
      city: text,
      zipcode: text,
      vatNumber: text,
      costCentre: text,
      purchaseOrder: text,
    },
    lines: [
      sampleLine({ resourceName: text, description: text, flavorOrPlan: text }),
      sampleLine({ kind: 'addon', resourceName: text, description: text, providerId: text }),
    ],
    notes: [text],
    tax: { category: 'E', percent: '0', reason: text },
  })

const timeout = 300_000

/** Names of the elements and attributes that Python's parser finds, and the number of rows and cells that its CSV reader does. */
const reader = `
import sys, json, csv, io
from html.parser import HTMLParser
from xml.parsers import expat
names = {'html': set(), 'xml': set()}
class Reader(HTMLParser):
  def handle_starttag(self, tag, attributes):
    names['html'].add(' '.join([tag, *sorted(key for key, _ in attributes)]))
  def handle_comment(self, text): names['html'].add('comment')
given = json.load(sys.stdin)
Reader().feed(given['html'])
parser = expat.ParserCreate()
parser.StartElementHandler = lambda name, attributes: names['xml'].add(' '.join([name, *sorted(attributes)]))
parser.StartDoctypeDeclHandler = lambda *_: names['xml'].add('doctype')
parser.CommentHandler = lambda _: names['xml'].add('comment')
parser.Parse(given['xml'].encode('utf8'), True)
rows = list(csv.reader(io.StringIO(given['csv'], newline=''), strict=True))
json.dump({
  'html': sorted(names['html']), 'xml': sorted(names['xml']), 'cells': [len(row) for row in rows],
  'formulas': [cell for row in rows for cell in row if cell.strip()[:1] in tuple('=+@\\uff1d') and cell.strip()],
}, sys.stdout)
`

const documents = createInvoiceDocuments()

async function readBack(text: string) {
  const invoice = invoiceWith(text)
  const html = await documents.html(invoice)
  const input = JSON.stringify({
    html,
    xml: facturX(invoice),
    csv: linesCsv(invoice.lines, invoice.currency),
  })
  const answer = await runOrThrow(['python3', '-c', reader], { timeout, input: Buffer.from(input) })
  return JSON.parse(answer)
}

test('invoices: a hostile name adds no element, attribute, cell or formula to any format', async () => {
  const harmless = await readBack('shop')
  assert.deepEqual(harmless.formulas, [])
  assert.ok(harmless.html.includes('td') && harmless.xml.length > 30)
  for (const text of hostileTexts) {
    assert.deepEqual(await readBack(text), harmless, JSON.stringify(text.slice(0, 80)))
  }
})

test('invoices: a PDF with hostile names has no script, link or further file, and its XML is read', async () => {
  const bytes = await documents.pdf(invoiceWith(hostileTexts.join('\n')))
  const { pages, xml } = await readPdf(bytes)
  assert.ok(pages.length < 6)
  assert.match(xml, /^<\?xml /)
  const raw = Buffer.from(bytes).toString('latin1')
  assert.doesNotMatch(raw, /\/(JavaScript|JS|OpenAction|AA|Launch|URI|SubmitForm|RichMedia)\b/)
  assert.equal(raw.match(/\/Type \/Filespec/g)?.length, 1)
})
