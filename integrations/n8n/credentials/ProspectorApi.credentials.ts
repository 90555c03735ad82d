import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class ProspectorApi implements ICredentialType {
  name = 'prospectorApi'

  displayName = 'Prospector API'

  documentationUrl = 'https://prospector.example/docs#guide-n8n'

  icon: Icon = { light: 'file:../icons/prospector.svg', dark: 'file:../icons/prospector.dark.svg' }

  properties: INodeProperties[] = [
    {
      displayName: 'Server Address',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://prospector.example',
      description: 'Where your Prospector answers, without /api/v1',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'From Settings, API keys. A test key (psk_test_…) tries everything over synthetic data.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}', url: '/api/v1/usage' },
    rules: [
      {
        type: 'responseCode',
        properties: {
          value: 403,
          message: 'The key works, but lacks the scope usage:read, or the account has no plan.',
        },
      },
    ],
  }
}
