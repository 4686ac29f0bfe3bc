/**
 * A text as a QR code (ISO/IEC 18004, bytes, level M): rows of 0 for light and 1 for dark, without a margin. Readers accept each
 * of the eight mask patterns; to give one saves the search for the most even, three quarters of the time.
 */
export async function qrCode(text: string, { mask }: { mask?: number } = {}): Promise<string[]> {
  const { encodeQR } = await import('qr')
  // The library requires a margin of one module, to be sliced off.
  const framed = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 1, mask })
  return framed
    .slice(1, -1)
    .map((row) => Array.from(row.slice(1, -1), (isDark) => (isDark ? '1' : '0')).join(''))
}
