/** Looks up DNS records, with a timeout; no such name or record is an empty list. */
export interface DnsResolver {
  /** Texts of the TXT records of a name. */
  resolveTxt(name: string): Promise<string[]>
}
