import { ArrowLeft } from 'lucide-react'
import type { Address } from '#console/navigation/addresses.ts'
import { ButtonLink } from './button.tsx'
import './back-link.css'

/** Leads from the page of one thing to the list of all. */
export function BackLink({ to, children }: { to: Address; children: string }) {
  return (
    <div className="back-link">
      <ButtonLink to={to} kind="quiet" size="small" icon={ArrowLeft}>
        {children}
      </ButtonLink>
    </div>
  )
}
