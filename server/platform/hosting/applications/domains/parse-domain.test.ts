import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainText } from '#platform/model/hosting/domain.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { parseDomain } from './parse-domain.ts'

const parsed = (text: string, ports?: string[]) => domainText(parseDomain(text, ports))
const label63 = 'a'.repeat(63)
const host253 = `${`${label63}.`.repeat(3)}${'b'.repeat(61)}`

const accepted: [written: string, meant: string][] = [
  ['shop.example.org', 'shop.example.org/'],
  ['SHOP.Example.ORG', 'shop.example.org/'],
  ['shop.example.org.', 'shop.example.org/'],
  ['shop.example.org/', 'shop.example.org/'],
  ['shop.example.org./', 'shop.example.org/'],
  ['shop.example.org/api', 'shop.example.org/api'],
  ['shop.example.org/api/', 'shop.example.org/api'],
  ['shop.example.org/API/v1_x~y.z-0', 'shop.example.org/API/v1_x~y.z-0'],
  ['*.example.org', '*.example.org/'],
  ['*.Example.org/shop', '*.example.org/shop'],
  ['bücher.example', 'xn--bcher-kva.example/'],
  ['BÜCHER.example', 'xn--bcher-kva.example/'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example/'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example/'],
  ['faß.example', 'xn--fa-hia.example/'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai/'],
  ['оса.ru', 'xn--80a1aj.ru/'],
  ['例え.jp', 'xn--r8jz45g.jp/'],
  ['東京カフェx.jp', 'xn--x-oeul2oz28l9b5a.jp/'],
  ['한국.kr', 'xn--3e0b707e.kr/'],
  ['ελλάδα.gr', 'xn--hxakic4aa.gr/'],
  ['ｅｘａｍｐｌｅ。org', 'example.org/'],
  ['1.example.org', '1.example.org/'],
  ['a--b.example.org', 'a--b.example.org/'],
  [`${label63}.org`, `${label63}.org/`],
  [host253, `${host253}/`],
]

const refused: [written: string, why: RegExp][] = [
  ['', /empty/],
  ['/', /empty/],
  ['/path', /empty/],
  ['.', /browsers|dots/],
  ['..', /browsers|dots/],
  ['localhost', /needs a dot/],
  ['org', /needs a dot/],
  ['shop..example.org', /two dots/],
  ['.shop.example.org', /begins with one/],
  ['shop.example.org..', /two dots/],
  ['shop_1.example.org', /underscore/],
  ['_dmarc.example.org', /underscore/],
  ['-shop.example.org', /dash/],
  ['shop-.example.org', /dash/],
  [`${'a'.repeat(64)}.org`, /more than 63/],
  [`a.${host253}`, /more than 253/],
  [`${host253}x`, /more than 253/],
  ['a'.repeat(100_000), /too long/],
  ['127.0.0.1', /IP address/],
  ['127.1', /IP address/],
  ['0x7f.1', /IP address/],
  ['2130706433.0', /IP address/],
  ['017700000001.', /IP address/],
  ['1.2.3.4.', /IP address/],
  ['1.2.3.4.5', /IP address/],
  ['shop.123', /IP address/],
  ['shop.0x10', /IP address/],
  ['１２７.０.０.１', /IP address/],
  ['[::1]', /IP address/],
  ['::1', /IP address/],
  ['2001:db8::1', /IP address/],
  ['[::ffff:127.0.0.1]', /IP address/],
  ['http://shop.example.org', /without a port/],
  ['shop.example.org:8080', /without a port/],
  ['user@shop.example.org', /no host name has/],
  ['shop.example.org?x', /no host name has/],
  ['shop.example.org#x', /no host name has/],
  ['shop.example.org\\x', /no host name has/],
  ['sh%6fp.example.org', /no host name has/],
  ['shop.example.org%00', /no host name has/],
  ['shop.example.org\u0000', /no host name has/],
  ['sh\top.example.org', /no host name has/],
  ['shop.example.org\r\nX-Evil: 1', /without a port|no host name has/],
  [' shop.example.org', /no host name has/],
  ['shop example.org', /no host name has/],
  ["shop'or'1.example.org", /no host name has/],
  ['shop!.example.org', /no host name has|browsers/],
  ['sho\u00adp.example.org', /invisible/],
  ['sho\u200bp.example.org', /invisible/],
  ['sho\u200dp.example.org', /invisible/],
  ['\ufeffshop.example.org', /invisible|no host name has/],
  ['shop\u202eexample.org', /invisible/],
  ['*', /needs a dot|whole first part/],
  ['*.', /browsers/],
  ['*.org', /needs a dot/],
  ['*.*.example.org', /whole first part/],
  ['*shop.example.org', /whole first part/],
  ['shop.*.example.org', /whole first part/],
  ['xn--example.org', /encoding/],
  ['xn--.org', /dash|encoding/],
  ['xn--a.org', /encoding/],
  ['xn--0.org', /encoding/],
  ['xn--iñvalid.org', /browsers/],
  ['аpple.example', /mixes letters of Cyrillic and Latin/],
  ['xn--pple-43d.example', /mixes letters of Cyrillic and Latin/],
  ['gοοgle.example', /mixes letters of Greek and Latin/],
  ['аррӏе.example', /looks like a name in Latin/],
  ['xn--80ak6aa92e.com', /looks like a name in Latin/],
  ['☃.example', /symbol/],
  ['💩.example', /symbol/],
  ['ᚠᚢ.example', /not in everyday use/],
  ['shop.example.org//x', /segments/],
  ['shop.example.org/x//y', /segments/],
  ['shop.example.org//', /segments/],
  ['shop.example.org/../x', /\. or \.\./],
  ['shop.example.org/./x', /\. or \.\./],
  ['shop.example.org/%2e%2e/x', /segments/],
  ['shop.example.org/a b', /segments/],
  ['shop.example.org/a?b', /segments/],
  ['shop.example.org/a#b', /segments/],
  ['shop.example.org/a\\b', /segments/],
  ['shop.example.org/a;b', /segments/],
  ['shop.example.org/ä', /segments/],
  ['shop.example.org/*', /segments/],
  [`shop.example.org/${'a'.repeat(256)}`, /more than 255/],
]

test('domain names: each way of writing a name has one stored form', () => {
  for (const [written, meant] of accepted) assert.equal(parsed(written), meant, written)
  for (const [, meant] of accepted) assert.equal(parsed(meant), meant, 'the form is stable')
})

test('domain names: each trick is refused with its reason, in words that clients know', () => {
  for (const [written, why] of refused) {
    assert.throws(
      () => parsed(written),
      (error) => {
        assert.ok(error instanceof Refusal, `${written.slice(0, 80)}: ${error}`)
        assert.equal(error.kind, 'invalid')
        assert.match(error.message, /is invalid: /)
        assert.match(error.message, why, written.slice(0, 80))
        assert.ok(error.message.length < 600)
        return true
      },
      written.slice(0, 80),
    )
  }
})

test('domain names: any code point in a name is refused, or gives lower-case letters of ASCII that stay the same', () => {
  for (let code = 0; code < 0x30000; code += code < 0x3000 ? 1 : 41) {
    const written = `a${String.fromCodePoint(code)}b.example`
    let host: string
    try {
      host = parseDomain(written).host
    } catch (error) {
      assert.ok(error instanceof Refusal, `U+${code.toString(16)}: ${error}`)
      continue
    }
    assert.match(host, /^[a-z0-9.-]+$/, `U+${code.toString(16)}`)
    assert.equal(parseDomain(host).host, host)
  }
})

test('domain names: the port for visitors is accepted, because domains are shown with it', () => {
  assert.equal(parsed('shop.example.org:4443/', ['4443', '4080']), 'shop.example.org/')
  assert.equal(parsed('shop.example.org:4080/x', ['4443', '4080']), 'shop.example.org/x')
  assert.throws(() => parsed('shop.example.org:443/', ['4443', '4080']), /without a port/)
})
