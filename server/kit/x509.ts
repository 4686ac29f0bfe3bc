/** A certificate with its private key, both PEM; `certificate` begins with the leaf and ends before the authority. */
export interface Identity {
  certificate: string
  key: string
}

export declare function createAuthority(name: string): Identity
export declare function issueCertificate(authority: Identity, hosts: string[]): Identity
