import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressIn, configurationName, withPrivateKey } from './peer-address.ts'

test('network group: a peer is at its address, or at that of its end', () => {
  assert.equal(addressIn({ endpoint: { ngIp: '100.80.0.2' } }), '100.80.0.2')
  assert.equal(addressIn({ endpoint: { ngTerm: { host: '100.80.0.3', port: 1 } } }), '100.80.0.3')
  assert.equal(addressIn({ endpoint: {} }), '')
})

test('network group: a private key is put in as it is', () => {
  const conf = 'PrivateKey = <%PrivateKey%>\n'
  assert.equal(withPrivateKey(conf, "a$&b$'="), "PrivateKey = a$&b$'=\n")
  assert.equal(withPrivateKey(conf, undefined), conf)
})

test('network group: the name of a configuration is one of an interface', () => {
  assert.equal(configurationName('Back end of shop', 'my laptop'), 'Back-en-my-lapt.conf')
  assert.equal(configurationName('../..', '日本'), 'berth.conf')
})
