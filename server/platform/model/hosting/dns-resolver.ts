/** Types of DNS records that a check of a domain asks for. */
export type RecordType = 'A' | 'AAAA' | 'CNAME' | 'NS'

/** Looks up DNS records, with a timeout; no such name or record is an empty list. */
export interface DnsResolver {
  /** Texts of the TXT records of a name. */
  resolveTxt(name: string): Promise<string[]>
  /** Values of the records of a name, at most 20; rejects when the name servers have not answered before the abort. */
  resolve(name: string, type: RecordType, signal: AbortSignal): Promise<string[]>
}
