import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml, html } from './html.ts'

test('escapeHtml: the five special characters of HTML become entities', () => {
  assert.equal(
    escapeHtml(`<a href="x" title='y'>&amp;`),
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
  )
  assert.equal(escapeHtml(''), '')
})

test('html: interpolated values are escaped, and the template itself is markup', () => {
  assert.equal(html`<p>${'<b>'} ${1}</p>`, '<p>&lt;b&gt; 1</p>')
})
