import type { BillingAddress, Invoice, Seller } from '#platform/model/billing/invoices/invoice.ts'
import { dateTime } from './cii-dates.ts'
import { lineItems } from './cii-lines.ts'
import { settlement } from './cii-settlement.ts'
import { element, textElement } from './xml.ts'

/** Codes of UN/EDIFACT 1001. */
const typeCodes: Record<Invoice['kind'], string> = { invoice: '380', 'credit-note': '381' }

const namespaces = [
  ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
  ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
]

/** An invoice as UN/CEFACT Cross Industry Invoice (D16B) in the profile of EN 16931. */
export function facturX(invoice: Invoice): string {
  const root = [
    'rsm:CrossIndustryInvoice',
    ...namespaces.map(([name, urn]) => `xmlns:${name}="${urn}"`),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${root.join(' ')}>`,
    element(
      'rsm:ExchangedDocumentContext',
      element(
        'ram:GuidelineSpecifiedDocumentContextParameter',
        textElement('ram:ID', 'urn:cen.eu:en16931:2017'),
      ),
    ),
    element(
      'rsm:ExchangedDocument',
      textElement('ram:ID', invoice.number),
      textElement('ram:TypeCode', typeCodes[invoice.kind]),
      dateTime('ram:IssueDateTime', invoice.issuedAt),
      ...invoice.notes.map((text) => note(text)),
      ...invoice.seller.legalLines.map((text) => note(text, regulatory)),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...lineItems(invoice),
      agreement(invoice),
      element(
        'ram:ApplicableHeaderTradeDelivery',
        element(
          'ram:ActualDeliverySupplyChainEvent',
          dateTime(
            'ram:OccurrenceDateTime',
            Math.max(invoice.period.from, invoice.period.until - 1),
          ),
        ),
      ),
      settlement(invoice),
    ),
    '</rsm:CrossIndustryInvoice>\n',
  ].join('')
}

/** Code of UN/EDIFACT 4451 for information that the law demands. */
const regulatory = 'REG'

const note = (text: string, subject = ''): string =>
  text === ''
    ? ''
    : element(
        'ram:IncludedNote',
        textElement('ram:Content', text),
        textElement('ram:SubjectCode', subject),
      )

function agreement({ seller, buyer, taxes }: Invoice): string {
  // What is outside the scope of VAT must not name VAT numbers (BR-O-02).
  const isOutside = taxes.some(({ category }) => category === 'O')
  return element(
    'ram:ApplicableHeaderTradeAgreement',
    textElement('ram:BuyerReference', buyer.costCentre),
    sellerParty(seller, isOutside),
    buyerParty(buyer, isOutside),
    buyer.purchaseOrder === ''
      ? ''
      : element(
          'ram:BuyerOrderReferencedDocument',
          textElement('ram:IssuerAssignedID', buyer.purchaseOrder),
        ),
  )
}

function sellerParty(seller: Seller, isOutside: boolean): string {
  const hasVatNumber = seller.vatNumber !== '' && !isOutside
  return element(
    'ram:SellerTradeParty',
    // A seller has to be identified by some number (BR-CO-26).
    hasVatNumber ? '' : textElement('ram:ID', seller.vatNumber || seller.email || seller.name),
    textElement('ram:Name', seller.name),
    address({ lines: seller.address, zipcode: '', city: '', country: seller.country }),
    electronicAddress(seller.email),
    hasVatNumber ? taxRegistration(seller.vatNumber) : '',
  )
}

function buyerParty(buyer: BillingAddress, isOutside: boolean): string {
  const hasContact = buyer.company !== '' && buyer.name !== '' && buyer.name !== buyer.company
  return element(
    'ram:BuyerTradeParty',
    textElement('ram:Name', buyer.company || buyer.name),
    hasContact ? element('ram:DefinedTradeContact', textElement('ram:PersonName', buyer.name)) : '',
    address({ ...buyer, lines: buyer.address.split(/\r?\n/) }),
    buyer.vatNumber === '' || isOutside ? '' : taxRegistration(buyer.vatNumber),
  )
}

interface Address {
  lines: readonly string[]
  zipcode: string
  city: string
  country: string
}

function address({ lines, zipcode, city, country }: Address): string {
  const [one = '', two = '', ...more] = lines.filter((line) => line.trim() !== '')
  return element(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', zipcode),
    textElement('ram:LineOne', one),
    textElement('ram:LineTwo', two),
    textElement('ram:LineThree', more.join(', ')),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country.toUpperCase()),
  )
}

const electronicAddress = (email: string): string =>
  email === ''
    ? ''
    : element('ram:URIUniversalCommunication', textElement('ram:URIID', email, { schemeID: 'EM' }))

const taxRegistration = (vatNumber: string): string =>
  element('ram:SpecifiedTaxRegistration', textElement('ram:ID', vatNumber, { schemeID: 'VA' }))
