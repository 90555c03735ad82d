/** n8n's own rules, as its command for community nodes combines them, support for n8n Cloud included. */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes'
import n8nNodes from 'eslint-plugin-n8n-nodes-base'
import tseslint from 'typescript-eslint'

const { recommended } = n8nCommunityNodesPlugin.configs

export default tseslint.config(
  { ignores: ['dist', '*.mjs', '*.mts'] },
  { plugins: { 'n8n-nodes-base': n8nNodes } },
  { files: ['**/*.ts'], extends: [tseslint.configs.recommended, recommended], rules: { 'no-console': 'error' } },
  {
    files: ['package.json'],
    extends: [recommended],
    rules: n8nNodes.configs.community.rules,
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...n8nNodes.configs.credentials.rules,
      // These two are for nodes of n8n's own repository.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...n8nNodes.configs.nodes.rules,
      // They know `['main']` alone, which n8n's newer rules forbid.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
)
