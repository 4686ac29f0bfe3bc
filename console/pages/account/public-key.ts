/** Comment of a public key line, which mostly is user and machine. */
export function keyComment(line: string): string {
  const [type = '', , ...comment] = line.trim().split(/\s+/)
  return /^(ssh|ecdsa|sk)-/.test(type) ? comment.join(' ') : ''
}

/** Whether somebody is about to send a key that is nobody's business. */
export const isPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY/.test(text)
