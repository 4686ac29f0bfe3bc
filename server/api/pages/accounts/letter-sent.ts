import { escapeHtml, page } from '#api/pages/page.ts'
import { html, type Reply } from '#api/reply.ts'

/** The same for every address, whether we know it or not. */
export const letterSent = (email: string): Reply =>
  html(
    page(
      'Look into your mail',
      `<p>We have written to <strong>${escapeHtml(email)}</strong>. Follow the link in the letter to go on.</p>
<p>If nothing comes within a few minutes, look where unwanted mail is kept, or try again.</p>`,
    ),
  )
