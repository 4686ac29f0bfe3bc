import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { ManifestCheck } from '#client/resources/marketplace/providers.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { parseManifest } from './first-manifest.ts'

/** The manifest is checked once typing pauses. */
const pause = 300

interface CheckedText {
  ownerId: string
  text: string
  /** Asks the server about a manifest. */
  ask(manifest: unknown, signal: AbortSignal): Promise<ManifestCheck>
}

/** What the server says about a manifest, and whether it says so about this text. */
export function useManifestCheck({ ownerId, text, ask }: CheckedText) {
  const [settled, setSettled] = useState(text)
  const shown = useDeferredValue(settled)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const manifest = parseManifest(shown)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.ofOwner(ownerId, 'manifest-check'), shown],
    queryFn: ({ signal }) => ask(manifest, signal),
    enabled: manifest !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isCurrent = shown === text && !isPlaceholderData
  return { check: isCurrent ? data : undefined, isValid: isCurrent && data?.valid === true }
}
