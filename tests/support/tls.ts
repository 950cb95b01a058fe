/** A certificate that signed itself, for a server of the tests. Its key is here for everybody to read and guards nothing. */
export const TLS = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUOXPM1l5WGLaBbYGmzdyJo6ieqyowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDE1MjEwOVoYDzIxMjYxMTA2
MTUyMTA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAST81mgZeeh4bXmO/uQyAb4H6DK7tXkxUd+snvSlxK8c+kpK8mvNsPH
Rm1KrgPsgHzC84qAJEyerrXe3eBwzvdwo1MwUTAdBgNVHQ4EFgQUO6AZKjBFTwnZ
eA9X2yVC2BcJ9NowHwYDVR0jBBgwFoAUO6AZKjBFTwnZeA9X2yVC2BcJ9NowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAsKL3EvgdElU23MFDoq/Ur
+6jH+sJnaL6m83XPJ2GqogIgT/S/PmQKx8yHfTHVN0SviqjjH7zLfScKuDvE98dh
IUI=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxurJUOwNwshyz29D
OGYAoIlzp4DHQ8pLNdTptgkuV4qhRANCAAST81mgZeeh4bXmO/uQyAb4H6DK7tXk
xUd+snvSlxK8c+kpK8mvNsPHRm1KrgPsgHzC84qAJEyerrXe3eBwzvdw
-----END PRIVATE KEY-----
`,
} as const
