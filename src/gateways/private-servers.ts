import { isAllowedPlace, isAllowedPrivate } from '../network/public-address.ts'

type Servers = { readonly smtp_host: string; readonly smtp_port: number; readonly sms_gateway_url: string }

/** Whether the mail server, or the SMS gateway, is at a private address that this deployment allows: one to try things with. */
export const isPrivateServer = (
  kind: 'mail' | 'sms',
  { smtp_host, smtp_port, sms_gateway_url }: Servers,
  allowed: readonly string[] = [],
): boolean => {
  if (kind === 'mail') return isAllowedPlace(smtp_host, smtp_port, allowed)
  const url = URL.parse(sms_gateway_url)
  return url !== null && isAllowedPrivate(url, allowed)
}
