import Capture
import MediaTime

var settings = RecordingSettings(path: "five-seconds.mp4")
settings.limits.duration = RationalTime(seconds: 5)
let recorder = try Recorder(CameraRequest(device: CameraRequest.synthetic), settings: settings)
try recorder.start()
for file in try recorder.finish().files {
    print("\(file.path): \(file.frames) frames, \(file.duration.seconds) s")
}
