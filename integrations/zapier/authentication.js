module.exports = {
  type: 'custom',
  fields: [
    {
      key: 'url',
      label: 'Server address',
      type: 'string',
      required: true,
      helpText: 'Where your Prospector answers, without /api/v1, for example `https://prospector.example`.',
    },
    {
      key: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'From Settings, API keys. A test key (`psk_test_…`) tries everything over synthetic data.',
    },
  ],
  test: { url: '/usage' },
  connectionLabel: '{{account.name}}',
}
