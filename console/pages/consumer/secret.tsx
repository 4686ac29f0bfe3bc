import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { consumers } from '#client/resources/accounts/consumers.ts'
import { connection } from '#console/api/connection.ts'
import { consumerSecretQuery } from '#console/api/queries/consumers.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { consumerTexts as texts } from '#console/texts/en/consumer.ts'

interface SecretProps {
  ownerId: string
  consumerKey: string
}

/** The secret once somebody asks for it, and the way to replace it. */
export function Secret({ ownerId, consumerKey }: SecretProps) {
  const [shown, setShown] = useAddressState('shown')
  const isShown = shown === 'secret'
  const query = consumerSecretQuery(ownerId, consumerKey)
  const { data, error } = useQuery({ ...query, enabled: isShown })
  return (
    <span className="consumer-secret">
      {isShown && data && <CopyValue what={texts.secret} value={data.secret} />}
      {isShown && !data && !error && <Skeleton width="20rem" />}
      {isShown && error && <ErrorLine error={error} />}
      <Button
        size="small"
        icon={isShown ? EyeOff : Eye}
        onClick={() => setShown(isShown ? '' : 'secret')}
      >
        {isShown ? texts.hideSecret : texts.showSecret}
      </Button>
      <ConfirmButton
        size="small"
        icon={RefreshCw}
        aria-label={texts.rotate}
        question={texts.rotateTitle}
        help={texts.rotateHelp}
        confirm={texts.rotateAction}
        run={() => consumers(connection).rotateSecret(ownerId, consumerKey)}
        changes={[query.queryKey]}
        done={texts.rotated}
        onDone={() => setShown('secret')}
      >
        {texts.rotateShort}
      </ConfirmButton>
    </span>
  )
}
