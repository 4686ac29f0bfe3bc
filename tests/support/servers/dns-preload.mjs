import { Resolver } from 'node:dns/promises'

// Programs that are started with this module ask the name server of a test instead of the machine's.
const server = process.env.TEST_DNS_SERVER
const told = new WeakSet()
for (const name of ['resolve4', 'resolveCname', 'resolveTxt']) {
  const ask = Resolver.prototype[name]
  Resolver.prototype[name] = function (...args) {
    // Servers can be set only while no question is under way.
    if (!told.has(this)) this.setServers([server])
    told.add(this)
    return ask.apply(this, args)
  }
}
