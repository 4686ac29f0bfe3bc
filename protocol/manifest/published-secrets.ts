import { createHash } from 'node:crypto'

/**
 * SHA-256 digests of secrets in public documentation, samples and test vectors. Providers have used them unchanged, and
 * they are public.
 */
const published = new Set([
  '1e8802e1eb0a425bf86061aaec881592266c26916a155c0311464205920c056b',
  'f15cf739330aac89c7b162a5f4215dcc2aa955242b9aa10e89c9632ca50c7809',
  'ab0fa53c7687acba48cd63e5f55e8601632174194aa35f2067c9f4e8335ba91b',
  'ad444a50a1f95df66c3cdedb0e1240b8b9993392573a0594555758ecfdf64dd7',
  'a3cec1d241dd38df58238a3e72958280bc273866d6bd9262dd2678716f663277',
  'b00ce20fa8f89a4248f8f631064368a452154a54c1774b2f107e927ee5629b08',
  '5767cb5a693edbf1328cce5ffdf5983a6449256d95c0779e54475c4bfa6e1432',
  'a5dfade2464bee7a4ff3df101faedad6733aabfc766a7c874cc553bcf6433a72',
  '9f4951d1020a3e2191884d6fbeba6a4d08dbfd9c07e72b3d694c8640bc884c9c',
  'cbe6beb26479b568e5f15b50217c6c83c0ee051dc4e522b9840d8e291d6aaf46',
  '17801068349e3ecabb27e6a246da037b0fee5c6126195893c124771c24632cc8',
  '59066be4432917ee19959b9871913a9873747b8256499f75d619c02ccb295a2e',
  'e0bc83a452e0441605e88c3506b47b6769cc4abd279f2816ac6f7b657d6496d6',
  'af661ef5fb862a9245a75640180bacac897967d46f69338691677d05d1ac7eac',
  'a685ae17f54fbaa64a0e3864189f119e073b24caefdad23b6f5938574abc715d',
  '179b99db681b7ff3968ab90b07de2bb1996e6e15962da04074ecf802e3d817c6',
])

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Whether a secret is a published example, a placeholder or a single repeated character. */
export const isPublished = (secret: string): boolean =>
  published.has(digest(secret.trim().toLowerCase())) ||
  /^<.*>$/s.test(secret.trim()) ||
  /^(.)\1*$/su.test(secret)
