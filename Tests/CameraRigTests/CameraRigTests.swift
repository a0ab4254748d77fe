import Testing

/// What needs cameras: one boot of the machine for each suite in here, one after the other.
@Suite(
    "Camera rig",
    .serialized,
    .enabled(if: CameraRig.isWanted, "needs the camera rig; OVERCRANK_CAMERA_RIG=1 runs it"),
    .enabled(if: CameraRig.isInstalled, "needs qemu; .ci/install-dependencies --tests installs it")
)
struct CameraRigTests {}
