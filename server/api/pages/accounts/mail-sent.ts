import { html } from '#api/http/response.ts'
import { page } from '#api/pages/page.ts'
import { escapeHtml } from '#kit/text/html.ts'

/** The same page for known and unknown addresses. */
export const mailSent = (email: string): Response =>
  html(
    page(
      'Check your email',
      `<p>We sent an email to <strong>${escapeHtml(email)}</strong>. Open the link in it to continue.</p>
<p>If nothing arrives within a few minutes, check your spam folder or try again.</p>`,
    ),
  )
