/**
 * Published test vectors, against which implementations in other languages can be checked. Made with node:crypto, not
 * with the code that they test. Never change one: stored notes have this format.
 */
export const noteEnvelopeVectors: readonly {
  readonly key: string;
  readonly text: string;
  readonly envelope: string;
}[] = [
  {
    key: '7a51ddbccf7e15fba552b077a9f7caeb02c47a5d2f428137939d9d8edc463574',
    text: 'a',
    envelope: 'H1N05UoHpsrhfKOLjT1aYaeTOIxRqesNcQopNkc=',
  },
  {
    key: 'c7d95ff887fddb61168d113a4a7cd898261746e8820d332c3e6f5a8833237b93',
    text: "Ça va mieux aujourd'hui. 😊",
    envelope: 'fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q==',
  },
  {
    key: '4e0e324fb3f2a8f9386358e2be79f32ebea737a98a89c4e48eb87fe8f014dcf2',
    text: 'שלום — right to left',
    envelope: 'eM7kPwZx5Qcp29To6IONznT5vG+zy9CECPlOh/d6DouKeL4GhSlnpnMH99bRWsKcQ8+jH3Gm',
  },
  {
    key: 'da5bf74c70fe3e5e5f949e7823cb92c6fe9cac2b90c5ab7a6be6fcdf98944d06',
    text: 'NUL \u0000 inside',
    envelope: 'JJGBHqQLAsoweByKHBa//ufnkFU77fkFB+NwACIxRrvSqLMmq7PQaw==',
  },
  {
    key: 'a500d4679dbbd4d4221ab0e4cf0952db1f73c06f77622224d419938c9f5ead79',
    text: '\ufeffleading mark',
    envelope: 'lLgrd6wxshTvTNvKjizIIMu0FcAKI5z+Z0k2pM87pwTUX0tRuwzsZc6UMA==',
  },
  {
    key: 'c08b05c04b44687191cda77b469ea4d2bceeb09b7da0c604886a04fb44e27311',
    text: 'x'.repeat(1000),
    envelope:
      'Ero1V46TaSZkTSZJcNLxcW6Ftz9sG7C8NEZuYM5WI7NBLmtCTcYjyJH9m0I5w64hqwhNMHQgFEoQyYi6+54ed6lVG6Nb6ItG2c7Crh7Yco0LYZ3yy6FZELvAhl9+P3lyxWX8FWE4qsWSTkoHbYp5E3SysqtBtel+mKPNFKle8eiRTjKkJEVtIcWxLPN0bTiPQDff+WPwa6/t+mCaCirMfB0/GH84qyX/73xGeGFI5VAS7aLCQERpJOZdU5TYLG2BMUKfe2b9ldcPuo0J2HsR86+VI1F8gSfI6faV264tgvhXvVlHGHdkz7rdezprh+sQDZwUMDZj8woDc2RP3wQ54GScDSeXZNA02o55otfwz2gWabGUDYtfnIdItbeolbFpvr8O+HS0gEHPxxVn90E+75Cm/x8kP6dXbzUx/2DrX/o82tigqBE0mZsDmLE1i3HAEQJUoCq1mSnZeJJSLJZpO9OWGEAzL2tukxLHNqk3afVekXr9/IfV5HTN0pxS3StNflvRUKYnx/ogK5GwhnqUNfYDeEIKe/Z0wvWdlrPAFN21Luwl9PyLr3MftRXIv2tbF89Vxg0iPK1Me5U334Sk7aN7tON8I5iLcAP67qNwWdJEqhVu4goYrdKWQM5zMslhqAAoMRyv4ORKSj1zl9bZfhvt3zCiTyEKaZRmVKxt0uaWy5aumjwwCb9A9QsWfBk9gETLtTlZCbAStPzsKDOwFLIu3P0Scp9KhdRLlXJsWaNeKyaYxbhZJGIWvr7+YqiLSSkIMECNEndTETsKJvemtpeINcZdkmDg+79e4tXbosUgJT45SzkGbvUYZCLh0f5z/rQOGAb//LFN2i6O9g4soMP34xgf+CIgEKstumcmdz5UJE1lrys3b06n4nE0eUxR9FfsqnHTeogu5rR4kri+H+3PLE4EMQ6w7gYR5LHjqkec0FLDJ4+Ccb1O3PhM2zdI2YOKjdsIqX13zyiRBbxGKMrDW4lqWKjgHiQKIRLSFCZuGwHafnYzRFDAOk4jl2NCCOr485fwKNoNii5vbQj5l6MVJcXsQp9PXhojTaoZ7gO0GF+0cwHPhgPJwV3IKblMYemsOELJYmorMYpYoywf/5i5e8GxC3VWKt5mGTF22eHM5ySBfC1ce/Dxi510hGbUiGZro+24nOV7c1Ddm1sLh5sZJKKJnhr+CJDUmsfbaavnwpFmeZzulB8ouPDVdply80J9AY+lgqKRISZ7k/o09isUQR65u+Rr3q2K1Thgn4Uv6Tb0PcB+1mvzAwKve91kl7Xlp9qNSwGZMUK/+rfiRG8KkiAEgG0mGj/vXHETF3kdBlFotAsRppJkiWTX8xwOVZZHdmsiBuB0f/BUs02niN6q2pk=',
  },
];
