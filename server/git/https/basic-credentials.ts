export interface BasicCredentials {
  user: string
  password: string
}

const longest = 2048

/** The two halves of a `Basic` authorization; `undefined` when there is none or it cannot be read. */
export function parseBasicCredentials(
  authorization: string | undefined,
): BasicCredentials | undefined {
  if (!authorization || authorization.length > longest) return undefined
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
