import Export
import MediaTime

let clip = try MediaDescription(ofFile: "demo-240fps.mp4")
guard let video = clip.mainVideo else { fatalError("\(clip.path) has no video") }
var frames = try ClipFrames.open(clip, track: video)
try frames.seek(to: RationalTime(seconds: 3))
while let frame = try frames.next() {
    let light = frame.withPlane(0) { luma, stride in luma[stride * (frame.height / 2) + frame.width / 2] } ?? 0
    print("\(frame.start.seconds) s: \(frame.width)x\(frame.height) \(frame.pixelFormat), \(light) in the middle")
}
