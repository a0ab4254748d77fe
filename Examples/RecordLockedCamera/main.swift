import Capture
import MediaTime

let lock = try Prober.system.open(CameraRequest.synthetic).lock()
let (mode, measured) = (lock.report.granted, lock.report.measured?.rate ?? 0)
print("\(mode.size) at \(measured.rounded()) frames a second")
var settings = RecordingSettings(path: "locked.mp4")
settings.limits.duration = RationalTime(seconds: 1)
let recorder = try Recorder(lock, settings: settings)
try recorder.start()
for file in try recorder.finish().files { print("\(file.path): \(file.frames) frames") }
