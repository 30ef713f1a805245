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

{{- define "openstall.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 256Mi
- name: data
{{- if .Values.dataClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.dataClaim }}
{{- else }}
  emptyDir: {}
{{- end }}
{{- end }}

{{- define "openstall.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- end }}
