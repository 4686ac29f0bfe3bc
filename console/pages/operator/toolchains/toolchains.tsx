import { CataloguePanel } from './catalogue.tsx'
import { InstalledToolsPanel } from './installed-tools.tsx'
import { OutdatedApplicationsPanel } from './outdated-applications.tsx'
import { RedeploymentPanel } from './redeployment.tsx'
import './toolchains.css'

/** Tools of applications: what there is, what is outdated, and who runs on it. */
export function OperatorToolchainsPage() {
  return (
    <>
      <CataloguePanel />
      <RedeploymentPanel />
      <OutdatedApplicationsPanel />
      <InstalledToolsPanel />
    </>
  )
}
