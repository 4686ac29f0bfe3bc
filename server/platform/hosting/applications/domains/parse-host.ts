import { domainToASCII, domainToUnicode } from 'node:url'
import { scriptProblem } from './scripts.ts'

const maxHost = 253
const maxLabel = 63

type Refuse = (why: string) => never

/** Parses a host name into lower-case A-labels, as visitors' clients send it; `*.` in front is kept. */
export function parseHost(text: string, refuse: Refuse): string {
  if (/[[\]]|:.*:/.test(text)) return refuse('an IP address is not a domain')
  if (text.includes(':')) return refuse('give it without a port and without http://')
  // What the URL parser below would cut off, decode or drop silently.
  if (/[\s%\\?#@^|<>"'`{}]|\p{Cc}/u.test(text)) {
    return refuse('it contains a character that no host name has')
  }
  if (/\p{Default_Ignorable_Code_Point}/u.test(text)) {
    return refuse('it contains an invisible character')
  }
  const [star, name] = text.startsWith('*.') ? ['*.', text.slice(2)] : ['', text]
  if (name.includes('*')) return refuse('* may only be the whole first part, as in *.example.org')
  const ascii = domainToASCII(name).replace(/\.$/, '')
  if (ascii === '') return refuse(endsInNumber(name) ? 'an IP address is not a domain' : unreadable)
  if (endsInNumber(ascii)) return refuse('an IP address is not a domain')
  const labels = ascii.split('.')
  for (const label of labels) checkLabel(label, labels.at(-1) ?? '', refuse)
  const host = star + ascii
  if (host.length > maxHost) return refuse(`it has more than ${maxHost} characters`)
  if (labels.length < 2) return refuse('it needs a dot, as in shop.example.org')
  return host
}

const unreadable = 'it is not a name that browsers accept'

/** As browsers decide it: a name whose last part is a number is an IPv4 address, or nothing. */
const endsInNumber = (host: string): boolean => {
  const last = host.replace(/\.$/, '').split('.').at(-1) ?? ''
  return /^(\d+|0x[0-9a-f]*)$/i.test(last)
}

function checkLabel(label: string, topLevel: string, refuse: Refuse): void {
  if (label === '') refuse('two dots follow each other, or it begins with one')
  if (label.length > maxLabel) refuse(`a part between dots has more than ${maxLabel} characters`)
  if (label.includes('_')) refuse('host names have no underscore: use a dash')
  if (!/^[a-z0-9-]+$/.test(label)) refuse('it contains a character that no host name has')
  if (label.startsWith('-') || label.endsWith('-')) {
    refuse('a part between dots begins or ends with a dash')
  }
  if (!label.startsWith('xn--')) return
  const letters = domainToUnicode(label)
  if (letters.startsWith('xn--') || domainToASCII(letters) !== label) {
    refuse(`${label} is not the encoding of any name`)
  }
  const problem = scriptProblem(letters, topLevel)
  if (problem) refuse(problem)
}
