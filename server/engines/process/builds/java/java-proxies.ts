/** Options that make a JVM use the proxies of these variables, which it does not read by itself. */
export function javaProxyOptions(proxies: Readonly<Record<string, string>>): string[] {
  const named = new Map(
    Object.entries(proxies).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  )
  return [
    ...proxyOptions('http', named.get('http_proxy') ?? named.get('all_proxy')),
    ...proxyOptions('https', named.get('https_proxy') ?? named.get('all_proxy')),
    ...exceptions(named.get('no_proxy')),
  ]
}

function proxyOptions(scheme: 'http' | 'https', text: string | undefined): string[] {
  if (!text) return []
  // A proxy may be given without a scheme.
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return []
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return [`-D${scheme}.proxyHost=${url.hostname}`, `-D${scheme}.proxyPort=${port}`]
}

/** `.example.org` is `*.example.org` to a JVM; what it could not read as a host is left out. */
function exceptions(text: string | undefined): string[] {
  const hosts = (text ?? '')
    .split(',')
    .map((host) => host.trim().replace(/^\./, '*.'))
    .filter((host) => /^[\w*.-]{1,255}$/.test(host))
  return hosts.length > 0 ? [`-Dhttp.nonProxyHosts=${hosts.join('|')}`] : []
}
