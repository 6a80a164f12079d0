import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the caller is still shown: what ends later must not lead away somebody who went
 * elsewhere.
 */
export function useIsMounted(): RefObject<boolean> {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}
