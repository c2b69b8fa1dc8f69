{{/* The names and labels of a set of servers. */}}
{{- define "pixwright.labels" -}}
app.kubernetes.io/name: pixwright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* The pod of a set: {root, name, set, role, lanes, grace}. */}}
{{- define "pixwright.pod" -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "pixwright.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ .grace }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: {{ $values.seccompProfile }} }
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: pixwright
      image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ $values.image.pullPolicy }}
      ports:
        - { name: http, containerPort: 8080 }
      env:
        - { name: ROLE, value: {{ .role }} }
        - { name: PUBLIC_URL, value: {{ $values.publicUrl | quote }} }
        - { name: TRUST_PROXY, value: {{ $values.trustProxy | quote }} }
        - { name: STORAGE, value: s3 }
        - { name: S3_ENDPOINT, value: {{ $values.s3.endpoint | quote }} }
        - { name: S3_REGION, value: {{ $values.s3.region | quote }} }
        - { name: S3_BUCKET, value: {{ $values.s3.bucket | quote }} }
        - { name: S3_PUBLIC_URL, value: {{ $values.s3.publicUrl | quote }} }
        - { name: S3_PATH_STYLE, value: {{ ternary "on" "off" $values.s3.pathStyle | quote }} }
        {{- if .lanes }}
        - { name: LANES, value: {{ .lanes | quote }} }
        {{- end }}
        {{- if and (eq .role "worker") $values.backup.to }}
        - { name: BACKUP_TO, value: {{ $values.backup.to | quote }} }
        - { name: BACKUP_EVERY_HOURS, value: {{ $values.backup.everyHours | quote }} }
        - { name: BACKUP_KEEP, value: {{ $values.backup.keep | quote }} }
        {{- end }}
        {{- range $name, $value := $values.switches }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      envFrom:
        - secretRef: { name: {{ $values.existingSecret }} }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 90
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      {{- with .set.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      emptyDir: { sizeLimit: {{ $values.scratchSize }} }
    - name: tmp
      emptyDir: {}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
