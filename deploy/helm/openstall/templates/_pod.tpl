{{/* What web and worker pods have in common. */}}
{{- define "openstall.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "openstall.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "openstall.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end }}

{{- define "openstall.env" -}}
- name: PUBLIC_URL
  value: {{ required "publicUrl is missing" .Values.publicUrl | quote }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Web and worker answer Prometheus, and the worker its probe, on a port that no service leads to. */}}
{{- define "openstall.serverEnv" -}}
{{ include "openstall.env" . }}
- name: METRICS_PORT
  value: {{ .Values.metricsPort | quote }}
{{- end }}

{{/* Files are in the bucket: /data is only where an upload is examined. */}}
{{- define "openstall.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 256Mi
- name: data
  emptyDir: {}
{{- end }}

{{- define "openstall.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- end }}
