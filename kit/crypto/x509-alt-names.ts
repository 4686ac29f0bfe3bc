import type { X509Certificate } from 'node:crypto'
import { type Der, oid, partsOf } from './der.ts'

const extensionsTag = 0xa3
const octetStringTag = 0x04
const dnsNameTag = 0x82
const alternativeNames = oid('2.5.29.17')

/**
 * DNS names of a certificate, in lower case, read from its bytes: the text form of `subjectAltName` is ambiguous for
 * names with commas.
 */
export function dnsNamesOf(certificate: X509Certificate): string[] {
  const [toBeSigned] = partsOf(certificate.raw)
  const wrapper = toBeSigned && partsOf(toBeSigned).find(({ 0: tag }) => tag === extensionsTag)
  const list = wrapper && partsOf(wrapper)[0]
  const extension = list && partsOf(list).find((each) => partsOf(each)[0]?.equals(alternativeNames))
  const value = extension && partsOf(extension).find(({ 0: tag }) => tag === octetStringTag)
  const names = value && partsOf(contentOf(value))
  return (names ?? [])
    .filter(({ 0: tag }) => tag === dnsNameTag)
    .map((name) => contentOf(name).toString('latin1').toLowerCase())
}

/** Content of a value: what follows its tag and length. */
function contentOf(value: Der): Buffer {
  const first = value.readUInt8(1)
  return value.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f))
}
