import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPicture } from './own-picture.ts'

test('picture: only one that the platform keeps is loaded', () => {
  assert.equal(ownPicture('https://api.test/avatars/avatar_1-a'), '/avatars/avatar_1-a')
  assert.equal(ownPicture(''), undefined)
  assert.equal(ownPicture('https://www.gravatar.com/avatar/1?d=identicon'), undefined)
})
