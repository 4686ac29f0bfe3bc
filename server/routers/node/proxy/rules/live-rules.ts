import { hash } from 'node:crypto'
import { BlockList } from 'node:net'
import { sameText } from '#kit/crypto/same-text.ts'
import { isTrusted } from '#kit/net/client-address.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { bypassName, type VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'

/** Cookies of this name that are looked at; one request has one. */
const maxCookies = 4
const cookiePattern = new RegExp(`(?:^|;) *${bypassName}=([A-Za-z0-9]{1,100}) *(?=;|$)`, 'g')
const parameterPattern = new RegExp(`[?&]${bypassName}=([A-Za-z0-9]{1,100})(?=&|$)`)
const basicPattern = /^basic +([A-Za-z0-9+/]{1,4000}={0,2}) *$/i

/** The rules of a route, prepared for many requests. */
export class LiveRules {
  readonly given: VisitorRules
  #allowed: BlockList | undefined

  constructor(given: VisitorRules) {
    this.given = given
  }

  /** Whether a maintenance lets an address through. */
  allows(address: string): boolean {
    const { allowed = [] } = this.given.maintenance ?? {}
    if (allowed.length === 0) return false
    this.#allowed ??= blockListOf(allowed)
    return isTrusted(plainAddress(address), this.#allowed)
  }

  /** Whether a `Cookie` header lets a visitor through. */
  hasCookie(header: string | undefined): boolean {
    if (!header?.includes(bypassName)) return false
    let isRight = false
    let count = 0
    for (const [, secret = ''] of header.matchAll(cookiePattern)) {
      if (this.#isSecret(secret)) isRight = true
      count += 1
      if (count === maxCookies) break
    }
    return isRight
  }

  /** The secret in the query of a path, if it is right. */
  secretIn(path: string): string | undefined {
    const secret = parameterPattern.exec(path)?.[1]
    return secret !== undefined && this.#isSecret(secret) ? secret : undefined
  }

  #isSecret(secret: string): boolean {
    const { bypass = '' } = this.given.maintenance ?? {}
    return sameText(hash('sha256', secret, 'hex'), bypass)
  }

  /** Whether an `Authorization` header has the credentials of a user. */
  hasCredentials(header: string): boolean {
    const { salt, digests = [] } = this.given.basicAuth ?? {}
    const encoded = basicPattern.exec(header)?.[1]
    const digest = hash('sha256', `${salt}${encoded ?? ''}`, 'hex')
    let isKnown = false
    for (const each of digests) if (sameText(digest, each)) isKnown = true
    return encoded !== undefined && isKnown
  }
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
