import type { PasskeyCreation } from '@cytocomm/contract';

/**
 * A new passkey with an attestation of Android, for the challenge `AAAA` on http://localhost: its certificate, signed by one of
 * the sender's own, names http://crl.example/list as where revoked certificates are listed. Neither expires.
 */
export const ANDROID_CREATION: PasskeyCreation = {
  id: 'BwcHBwcHBwcHBwcHBwcHBw',
  rawId: 'BwcHBwcHBwcHBwcHBwcHBw',
  type: 'public-key',
  response: {
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3QiLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    attestationObject: [
      'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYRzBFAiEAkaet121j3d5F6tdTbmLpAZwKpi5FUYcVtYmucMSkpUkCIAVQHH5wT7',
      'yH5ECEUxikiyZL_AHkVTPsX8TNoKBziVkJY3g1Y4JZAdMwggHPMIIBdqADAgECAhQLgh5G3PXgplKjwCgg1c0dO_44lDAKBggqhkjOPQQDAjAM',
      'MQowCAYDVQQDDAFyMCAXDTI2MTEyMzE5NDAxOFoYDzk5NjYxMDI5MTk0MDE4WjAMMQowCAYDVQQDDAFsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQ',
      'cDQgAEf0gqDcs6xUa1uZN5waPV8jaukEJjv_lKQhHBj-vORusLdBsCvaVNPAYPSs1R02ukaZWKjOXtGWwunb80oElJ0KOBszCBsDAoBgNVHR8E',
      'ITAfMB2gG6AZhhdodHRwOi8vY3JsLmV4YW1wbGUvbGlzdDBEBgorBgEEAdZ5AgERBDYwNAIBAwoBAQIBBAoBAQQgISgGyoyY57dmRd7WEp6Mff',
      'LSQStb8fdEBPo1icaP_8gEADAAMAAwHQYDVR0OBBYEFP_qtWucBGZ4O0SJ3FmDSRtBywMUMB8GA1UdIwQYMBaAFLcVQCE4msfQoDhjOB8ch5Ny',
      'riD3MAoGCCqGSM49BAMCA0cAMEQCIAgqzgml9Jn-CsjxH6D8o585-zOkk0BZNX2C3fvLupGIAiABAJ0mlwpLh3lGGZqi_Ql_8wdHTgLqqZomvc',
      'uafdxdtFkBdDCCAXAwggEVoAMCAQICFFBd4YTQ0uiOPr2tePpbMNWDtWv6MAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAXIwIBcNMjYxMTIzMTk0',
      'MDE4WhgPOTk2NjEwMjkxOTQwMThaMAwxCjAIBgNVBAMMAXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQNMVMt_W0RRmAFPOtN7JJoqKzr4E',
      '-aZJH44rg2WXW113sCmdZcwQsHe7j2sjaX6rF03qu70-OhvbpMt1r1j7T2o1MwUTAdBgNVHQ4EFgQUtxVAITiax9CgOGM4HxyHk3KuIPcwHwYD',
      'VR0jBBgwFoAUtxVAITiax9CgOGM4HxyHk3KuIPcwDwYDVR0TAQH_BAUwAwEB_zAKBggqhkjOPQQDAgNJADBGAiEArp3MfwxoJPQ-n9x4_4_oJl',
      'Kcb-4_rhogl86NEgn9RoACIQDVNdpiV-dvJyeMRkhvzor7lKhyQTa0ya1lamjQ8CL2NmhhdXRoRGF0YViUSZYN5YgOjGh0NBcPZHZgW4_krrmi',
      'hjLHmVzzuoMdl2NFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAcHBwcHBwcHBwcHBwcHBwelAQIDJiABIVggf0gqDcs6xUa1uZN5waPV8jaukEJjv_',
      'lKQhHBj-vORusiWCALdBsCvaVNPAYPSs1R02ukaZWKjOXtGWwunb80oElJ0A',
    ].join(''),
    transports: ['internal'],
  },
};
