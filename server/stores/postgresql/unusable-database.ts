/** The database of the settings cannot be used; the message says in one sentence why, without its password. */
export class UnusableDatabaseError extends Error {}

const certificateCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|CERT_.*|ERR_TLS_CERT_.*)$/

/** The error of a first connection or of the migrations as a sentence; other errors are bugs and stay as they are. */
export function explainDatabase(error: unknown, url: URL): unknown {
  if (!(error instanceof Error)) return error
  const sentence = sentenceOf(error as Error & { code?: string }, url)
  return sentence ? new UnusableDatabaseError(`BERTH_STORE: ${sentence}`) : error
}

function sentenceOf(error: Error & { code?: string }, url: URL): string | undefined {
  const { code = '', message } = error
  const server = `PostgreSQL at ${url.hostname || 'the local socket'}${url.port && `:${url.port}`}`
  const user = decodeURIComponent(url.username) || 'the default user'
  const database = decodeURIComponent(url.pathname.slice(1)) || user
  if (code === '28P01') return `${server} refuses the password of ${user}`
  if (/SASL|client password must be a string/.test(message)) {
    return `${server} asks for the password of ${user}: put it into the address`
  }
  if (code === '28000') return `${server} does not let ${user} connect: ${message}`
  if (code === '3D000') return `${server} has no database ${database}: make it with createdb first`
  if (code === '42501') {
    return `${user} may not make tables in database ${database} (${message}): make ${user} the owner of the database`
  }
  if (/does not support SSL/.test(message)) {
    return `${server} does not speak TLS, which sslmode=${url.searchParams.get('sslmode')} asks for`
  }
  if (certificateCodes.test(code)) {
    return `the certificate of ${server} is not trusted (${message}): name its authority with sslrootcert=<file>`
  }
  if (error.name === 'StoreUnavailableError' || isConnectionError(error)) {
    return `${server} cannot be reached: ${message}`
  }
  return undefined
}

/** Errors of the network, of a server that starts or stops, and of the client. */
const isConnectionError = ({ code = '', message, name }: Error & { code?: string }): boolean =>
  name === 'AggregateError' ||
  /^(E[A-Z_]+|08\w{3}|57P0\d|53300)$/.test(code) ||
  /^(Connection terminated|timeout exceeded)/.test(message)
