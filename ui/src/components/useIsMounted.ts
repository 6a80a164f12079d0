import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still mounted, so that a result that arrives late does not navigate. */
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
