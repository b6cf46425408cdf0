{{- define "payments.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "payments.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "payments.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "payments.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "payments.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "payments.labels" . | nindent 6 }}
{{- end }}

{{- define "payments.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
- name: secrets
  secret:
    secretName: {{ .Values.secrets.application }}
    defaultMode: 0440
{{- include "payments.certificatesVolume" . }}
{{- with .Values.sanctionsConfigMap }}
- name: sanctions
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}

{{- define "payments.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/payments, readOnly: true }
{{- include "payments.certificatesMount" . }}
{{- if .Values.sanctionsConfigMap }}
- { name: sanctions, mountPath: /app/data/sanctions/live, readOnly: true }
{{- end }}
{{- end }}

{{- define "payments.certificatesVolume" -}}
{{- with .Values.secrets.certificates }}
- name: certificates
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}
{{- end }}

{{- define "payments.certificatesMount" -}}
{{- if .Values.secrets.certificates }}
- { name: certificates, mountPath: /run/secrets/certificates, readOnly: true }
{{- end }}
{{- end }}
